import type { AstroIntegration, AstroPrerenderer } from 'astro';
import { narrowPolicy } from './policy.ts';
import { preloadIslands, scriptReader } from './preload-islands.ts';

const islandStyle = /<style>astro-island[^<]*<\/style>/;

/** Astro writes the islands' style before the first island, but a `style` element is only valid in the head. */
function moveIslandStyle(html: string): string {
  const [style] = islandStyle.exec(html) ?? [];
  return style === undefined ? html : html.replace(style, '').replace('</head>', () => `${style}</head>`);
}

/** Astro derives the islands' ids from the build folder, so two builds of one commit would differ on every page. */
function numberIslands(html: string): string {
  let count = 0;
  return html.replace(/<astro-island uid="[^"]*"/g, () => {
    count += 1;
    return `<astro-island uid="${count}"`;
  });
}

function wrapPrerenderer(prerenderer: AstroPrerenderer): AstroPrerenderer {
  const readScript = scriptReader('dist');
  return {
    ...prerenderer,
    render: async (request, options) => {
      const rendered = await prerenderer.render(request, options);
      const result = rendered instanceof Response ? { response: rendered } : rendered;
      const { response } = result;
      if (!response.headers.get('Content-Type')?.startsWith('text/html')) return rendered;
      const page = numberIslands(moveIslandStyle(await response.text()));
      const html = narrowPolicy(preloadIslands(page, readScript));
      const { status, statusText, headers } = response;
      return { ...result, response: new Response(html, { status, statusText, headers }) };
    },
  };
}

/** Numbers the islands of each page, preloads their scripts, and limits its policy to what it inlines. */
export function onPageRendered(): AstroIntegration {
  return {
    name: 'on-page-rendered',
    hooks: { 'astro:build:start': ({ setPrerenderer }) => setPrerenderer(wrapPrerenderer) },
  };
}
