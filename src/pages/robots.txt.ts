import type { APIRoute } from 'astro';
import { getCatalog } from '#content/catalog.ts';

/** Whoever draws a page may load its figures; the API's responses aren't pages and say so in a header. */
export const GET: APIRoute = () => {
  const sitemap = new URL('/sitemap-index.xml', getCatalog().site.url).href;
  return new Response(`User-agent: *\nDisallow:\nSitemap: ${sitemap}\n`);
};
