import { createHash } from 'node:crypto';
import { Parser } from 'htmlparser2';

/** A page's policy with the position of its attribute, and the hashes of its inline scripts and styles. */
type PagePolicy = {
  readonly attribute: { readonly from: number; readonly to: number; readonly policy: string } | undefined;
  readonly hashes: Readonly<Record<'script' | 'style', ReadonlySet<string>>>;
};

/** The CSP hash of an inline script or style, byte for byte. */
function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/** Whether a script or style needs a hash. External scripts and data blocks don't. */
function isInlined({ src, type = '' }: Readonly<Record<string, string>>): boolean {
  return src === undefined && !type.startsWith('application/');
}

function readPolicy(html: string): PagePolicy {
  const hashes = { script: new Set<string>(), style: new Set<string>() };
  let content: PagePolicy['attribute'];
  let attribute: PagePolicy['attribute'];
  let textStart: number | undefined;
  const parser = new Parser(
    {
      onattribute(name, value) {
        if (name === 'content') content = { from: parser.startIndex, to: parser.endIndex, policy: value };
      },
      onopentag(name, attributes) {
        if (name === 'meta' && attributes['http-equiv'] === 'content-security-policy') attribute = content;
        textStart = (name === 'script' || name === 'style') && isInlined(attributes) ? parser.endIndex + 1 : undefined;
      },
      onclosetag(name) {
        if (textStart === undefined || (name !== 'script' && name !== 'style')) return;
        if (parser.startIndex > textStart) hashes[name].add(hashOf(html.slice(textStart, parser.startIndex)));
        textStart = undefined;
      },
    },
    { decodeEntities: false },
  );
  parser.end(html);
  return { attribute, hashes };
}

/**
 * Limits a page's policy to the hashes of its own inline code. Hashes don't compress, and those of the whole site would
 * be larger than the page's text.
 */
export function narrowPolicy(html: string): string {
  const { attribute, hashes } = readPolicy(html);
  if (!attribute) return html;
  const directives = attribute.policy.split(';').flatMap((directive) => {
    const [name = '', ...sources] = directive.trim().split(/\s+/);
    if (name === '') return [];
    const pageHashes = name === 'script-src' ? hashes.script : name === 'style-src' ? hashes.style : [];
    const kept = sources.filter((source) => !source.startsWith("'sha256-"));
    return [[name, ...kept, ...pageHashes].join(' ')];
  });
  return `${html.slice(0, attribute.from)}content="${directives.join(';')}"${html.slice(attribute.to)}`;
}
