import type { CreativeName } from '../../../domain/affiliate/creative.ts';
import type { Locale } from '../../../i18n/locales.ts';
import { pathTo } from '../../../routes.ts';
import type { Deps } from '../../deps.ts';

/** Where a picture leads: the evaluations, in its language, marked with its name. */
export function creativeLink({ env }: Pick<Deps, 'env'>, code: string, name: CreativeName, locale: Locale): string {
  const url = new URL(pathTo('evaluations', {}, locale), env.origin);
  url.searchParams.set('ref', code);
  url.searchParams.set('creative', name);
  return url.href;
}
