import { guardSession } from '#app/shell/stores/session.ts';
import { $toasts } from '#app/shell/stores/toasts.ts';
import { createTranslate } from '#i18n/translate.ts';
import { findRunningAccounts } from '../stores/insights.ts';
import { sentences } from './sentences.ts';
import type { InsightStrings } from './types.ts';

const maxAccounts = 4;

/** Adds what the reader's own accounts contribute to the answer; stays hidden if that is nothing. */
async function fillAnswer(section: HTMLElement): Promise<void> {
  const { strings, calls, programNames, topic, locale } = JSON.parse(
    section.querySelector('script')?.textContent ?? '',
  ) as InsightStrings;
  const t = createTranslate(strings, locale);
  const writeSentence = sentences[topic];
  const list = section.querySelector('dl');
  if (!writeSentence || !list) return;
  guardSession();
  // This page shows no toasts, so an expired session is announced where the accounts would be.
  $toasts.listen(([toast]) => {
    if (!toast || 'fields' in toast.message) return;
    const { message } = toast;
    section.replaceChildren(lineOf('p', 'text' in message ? message.text : calls[message.key]));
    section.setAttribute('role', 'alert');
    section.hidden = false;
  });
  const accounts = await findRunningAccounts();
  if ($toasts.get().length > 0) return;
  const lines = await Promise.all(
    accounts.map(async (account) => ({ account, text: await writeSentence({ account, t, locale }) })),
  );
  for (const { account, text } of lines.filter((each) => each.text !== null).slice(0, maxAccounts)) {
    const { program, size, platformAccountId: number } = account;
    list.append(lineOf('dt', t('name', { program: programNames[program], size, number })), lineOf('dd', text ?? ''));
  }
  section.hidden = list.childElementCount === 0;
}

function lineOf(tag: 'dt' | 'dd' | 'p', text: string): HTMLElement {
  const element = document.createElement(tag);
  element.textContent = text;
  return element;
}

const answer = document.querySelector<HTMLElement>('[data-own-answer]');
if (answer) void fillAnswer(answer);
