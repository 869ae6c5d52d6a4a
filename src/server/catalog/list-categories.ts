import type * as z from 'zod/mini';
import { readStrings } from '#content/ui-strings.ts';
import type { Locale } from '#i18n/locales.ts';
import { pathTo } from '#routes.ts';
import type { Deps } from '#server/core/deps.ts';
import type { fetchCategories } from '#shared/catalog/contract.ts';
import { programRoutes } from '#shared/catalog/programs.ts';

type Categories = z.output<NonNullable<typeof fetchCategories.data>>['categories'];

export function listCategories({ catalog }: Deps, locale: Locale): Categories {
  const strings = readStrings(locale, 'programs');
  const text = (key: string) => strings.get(key) ?? '';
  return [...new Set(catalog.packages.evaluations.map(({ program }) => program))].map((id) => ({
    id,
    name: text(`name.${id}`),
    title: text(`tagline.${id}`),
    description: text(`lead.${id}`),
    path: pathTo(programRoutes[id], {}, locale),
  }));
}
