import { createTranslate } from '../../i18n/translate.ts';
import { findRunningAccounts } from '../../stores/account-insights.ts';
import { sentences } from './sentences.ts';
import type { InsightStrings } from './types.ts';

const mostAccounts = 4;

/** Writes what a signed-in reader's own accounts say to the question; the place stays hidden where they say nothing. */
async function fillAnswer(place: HTMLElement): Promise<void> {
  const { strings, programmeNames, topic, locale } = JSON.parse(
    place.querySelector('script')?.textContent ?? '',
  ) as InsightStrings;
  const t = createTranslate(strings, locale);
  const say = sentences[topic];
  const list = place.querySelector('dl');
  if (!say || !list) return;
  const accounts = await findRunningAccounts();
  const said = await Promise.all(
    accounts.map(async (account) => ({ account, text: await say({ account, t, locale }) })),
  );
  for (const { account, text } of said.filter((each) => each.text !== null).slice(0, mostAccounts)) {
    const { programme, size, platformAccountId: number } = account;
    list.append(
      lineOf('dt', t('name', { programme: programmeNames[programme], size, number })),
      lineOf('dd', text ?? ''),
    );
  }
  place.hidden = list.childElementCount === 0;
}

function lineOf(tag: 'dt' | 'dd', text: string): HTMLElement {
  const element = document.createElement(tag);
  element.textContent = text;
  return element;
}

const answer = document.querySelector<HTMLElement>('[data-own-answer]');
if (answer) void fillAnswer(answer);
