import { createHash } from 'node:crypto';

const policyTag = /<meta http-equiv="content-security-policy" content="([^"]*)">/;
const inlined = /<(script|style)((?:\s[^>]*)?)>([\s\S]*?)<\/\1>/g;

/** The CSP hash of an inlined text, byte for byte. */
function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

function hashesIn(html: string): Record<'script' | 'style', Set<string>> {
  const found = { script: new Set<string>(), style: new Set<string>() };
  for (const [, kind, attributes = '', text = ''] of html.matchAll(inlined)) {
    if (text === '' || /\ssrc=|type="application\//.test(attributes)) continue;
    found[kind === 'style' ? 'style' : 'script'].add(hashOf(text));
  }
  return found;
}

/**
 * Limits a page's policy to what that page inlines. Hashes don't compress, and those of the whole site
 * outweigh a page's own text.
 */
export function narrowPolicy(html: string): string {
  const own = hashesIn(html);
  return html.replace(policyTag, (tag, policy: string) => {
    const directives = policy.split(';').flatMap((directive) => {
      const [name = '', ...sources] = directive.trim().split(/\s+/);
      if (name === '') return [];
      const hashes = name === 'script-src' ? own.script : name === 'style-src' ? own.style : [];
      const kept = sources.filter((source) => !source.startsWith("'sha256-"));
      return [[name, ...kept, ...hashes].join(' ')];
    });
    return tag.replace(policy, directives.join(';'));
  });
}
