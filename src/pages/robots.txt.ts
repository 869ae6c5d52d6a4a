import type { APIRoute } from 'astro';
import { getCatalog } from '#content/catalog.ts';

export const GET: APIRoute = () => {
  const sitemap = new URL('/sitemap-index.xml', getCatalog().site.url).href;
  return new Response(`User-agent: *\nDisallow: /api/\nSitemap: ${sitemap}\n`);
};
