import type { AstroIntegration, AstroPrerenderer } from 'astro';
import { numberIslands } from './number-islands.ts';
import { preloadIslands, scriptReader } from './preload-islands.ts';

type See = (html: Uint8Array) => void;

const islandStyle = /<style>astro-island[^<]*<\/style>/;

/** Astro writes its islands' style before the first island, but a `style` element may only stand in the head. */
function moveIslandStyle(html: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const page = new TextDecoder().decode(html);
  const [style] = islandStyle.exec(page) ?? [];
  if (style === undefined) return html;
  return new TextEncoder().encode(page.replace(style, '').replace('</head>', () => `${style}</head>`));
}

function watch(usual: AstroPrerenderer, see: See): AstroPrerenderer {
  const read = scriptReader('dist');
  return {
    ...usual,
    render: async (request, options) => {
      const rendered = await usual.render(request, options);
      const given = rendered instanceof Response ? { response: rendered } : rendered;
      const { response } = given;
      if (!response.headers.get('Content-Type')?.startsWith('text/html')) return rendered;
      const written = moveIslandStyle(new Uint8Array(await response.arrayBuffer()));
      const html = new TextEncoder().encode(preloadIslands(numberIslands(new TextDecoder().decode(written)), read));
      see(html);
      const { status, statusText, headers } = response;
      return { ...given, response: new Response(html, { status, statusText, headers }) };
    },
  };
}

/** Numbers the islands of each newly rendered page, preloads their scripts and passes it to the callbacks while the next pages render. */
export function onPageRendered(...seers: readonly See[]): AstroIntegration {
  return {
    name: 'onPageRendered',
    hooks: {
      'astro:build:start': ({ setPrerenderer }) => {
        const showAll = (html: Uint8Array) => {
          for (const see of seers) see(html);
        };
        setPrerenderer((usual) => watch(usual, showAll));
      },
    },
  };
}
