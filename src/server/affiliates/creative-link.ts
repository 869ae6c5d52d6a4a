import type { Locale } from '#i18n/locales.ts';
import { pathTo } from '#routes.ts';
import type { Deps } from '#server/core/deps.ts';
import type { CreativeName } from '#shared/affiliates/creative.ts';

/** The link of a creative: the evaluations page in its language, with the affiliate's code and the creative's name. */
export function creativeLink({ env }: Pick<Deps, 'env'>, code: string, name: CreativeName, locale: Locale): string {
  const url = new URL(pathTo('evaluations', {}, locale), env.origin);
  url.searchParams.set('ref', code);
  url.searchParams.set('creative', name);
  return url.href;
}
