import type { APIRoute } from 'astro';
import { getCatalog } from '#content/catalog.ts';

/** A crawler that renders a page may load its figures; the API's responses aren't pages, and their headers say so. */
export const GET: APIRoute = () => {
  const sitemap = new URL('/sitemap-index.xml', getCatalog().site.url).href;
  return new Response(`User-agent: *\nDisallow:\nSitemap: ${sitemap}\n`);
};
