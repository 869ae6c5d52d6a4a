import { getCatalog } from '#content/catalog.ts';

const context = 'https://schema.org';

export type Crumb = { readonly name: string; readonly path: string };

export function toUrl(path: string): string {
  return new URL(path, getCatalog().site.url).href;
}

/** Structured data for a page's breadcrumbs, home first. */
export function breadcrumbData(crumbs: readonly Crumb[]): object {
  return {
    '@context': context,
    '@type': 'BreadcrumbList',
    itemListElement: crumbs.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: toUrl(path),
    })),
  };
}

export function structured(type: string, fields: Readonly<Record<string, unknown>>): object {
  return { '@context': context, '@type': type, ...fields };
}
