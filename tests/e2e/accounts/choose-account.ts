import { expect, type Page } from '@playwright/test';
import type { Locale } from '#i18n/locales.ts';
import { stringsOf } from '../strings.ts';

/** Opens one of a person's accounts on /my-account; those that have ended are folded. */
export async function chooseAccount(page: Page, name: RegExp, locale: Locale = 'en'): Promise<void> {
  const chip = page.getByRole('button', { name }).first();
  const fold = page.getByRole('button', { name: new RegExp(`^${stringsOf(locale, 'accounts').ended_fold}`) });
  await expect(chip.or(fold).first()).toBeVisible();
  if ((await chip.count()) === 0) await fold.click();
  await chip.click();
}
