import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration, AstroPrerenderer } from 'astro';
import { deferIslands, writeIslandRuntime } from './island-runtime.ts';
import { styleMover } from './late-styles.ts';
import { numberIslands } from './number-islands.ts';
import { writeParts } from './page-parts.ts';
import { preloadIslands, scriptReader } from './preload-islands.ts';

type PageCallback = (html: Uint8Array) => void;

const islandStyle = /<style>astro-island[^<]*<\/style>/;

/** Astro writes the islands' style before the first island, but a `style` element is only valid in the head. */
function moveIslandStyle(html: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const page = new TextDecoder().decode(html);
  const [style] = islandStyle.exec(page) ?? [];
  if (style === undefined) return html;
  return new TextEncoder().encode(page.replace(style, '').replace('</head>', () => `${style}</head>`));
}

function wrapPrerenderer(prerenderer: AstroPrerenderer, onRendered: PageCallback): AstroPrerenderer {
  const readScript = scriptReader('dist');
  const moveStyles = styleMover();
  return {
    ...prerenderer,
    render: async (request, options) => {
      const rendered = await prerenderer.render(request, options);
      const result = rendered instanceof Response ? { response: rendered } : rendered;
      const { response } = result;
      if (!response.headers.get('Content-Type')?.startsWith('text/html')) return rendered;
      const written = moveIslandStyle(new Uint8Array(await response.arrayBuffer()));
      const html = new TextEncoder().encode(
        preloadIslands(moveStyles(deferIslands(numberIslands(new TextDecoder().decode(written)))), readScript),
      );
      onRendered(html);
      const { status, statusText, headers } = response;
      return { ...result, response: new Response(html, { status, statusText, headers }) };
    },
  };
}

/**
 * Numbers the islands of each newly rendered page, preloads or defers their scripts, moves the styles that its first
 * screen doesn't use, and passes the page to the callbacks while the next pages render.
 */
export function onPageRendered(...callbacks: readonly PageCallback[]): AstroIntegration {
  return {
    name: 'onPageRendered',
    hooks: {
      'astro:build:start': ({ setPrerenderer }) => {
        const notifyAll = (html: Uint8Array) => {
          for (const callback of callbacks) callback(html);
        };
        setPrerenderer((prerenderer) => wrapPrerenderer(prerenderer, notifyAll));
      },
      'astro:build:done': ({ dir, assets }) => {
        const root = fileURLToPath(dir);
        const files = [...assets.values()].flat().map((url) => fileURLToPath(url));
        writeIslandRuntime(root);
        writeParts(
          root,
          files.filter((file) => file.endsWith('.html') && existsSync(file)),
        );
      },
    },
  };
}
