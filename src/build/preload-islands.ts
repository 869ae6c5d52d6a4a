import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { Parser } from 'htmlparser2';

/** Matches only static imports: `import("…")` loads later. */
const staticImport = /(?:\bfrom|\bimport)\s*"(\.{1,2}\/[^"]+\.js)"/g;

type ReadScript = (address: string) => string;

/** Collects a script and all scripts it imports statically, in order of discovery. */
function collect(address: string, read: ReadScript, found: Set<string>): void {
  if (found.has(address)) return;
  found.add(address);
  for (const [, path = ''] of read(address).matchAll(staticImport)) collect(join(dirname(address), path), read, found);
}

/**
 * Preloads the scripts of islands that start on page load. Otherwise a browser finds a script's imports only after
 * loading it, and each level costs a round trip. Islands that load when visible must not compete with the page.
 */
export function preloadIslands(html: string, read: ReadScript): string {
  if (!html.includes('client="load"')) return html;
  const found = new Set<string>();
  const parser = new Parser({
    onopentag(name, { client, 'component-url': component, 'renderer-url': renderer }) {
      if (name !== 'astro-island' || client !== 'load') return;
      for (const address of [renderer, component]) if (address?.startsWith('/')) collect(address, read, found);
    },
  });
  parser.end(html);
  const links = [...found].map((address) => `<link rel="modulepreload" href="${address}">`).join('');
  return html.replace('</head>', () => `${links}</head>`);
}

export function scriptReader(folder: string): ReadScript {
  const scripts = new Map<string, string>();
  return (address) => {
    const text = scripts.get(address) ?? readFileSync(join(folder, address), 'utf8');
    scripts.set(address, text);
    return text;
  };
}
