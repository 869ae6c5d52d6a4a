import { allowAttribution, countVisit } from './stores/attribution.ts';

/** Runs on pages opened through an affiliate's link. A prerendered or background page doesn't count as a visit yet. */
const query = new URLSearchParams(location.search);
const code = query.get('ref');
const question = document.querySelector<HTMLElement>('[data-referral]');
const countLink = question?.dataset['referral'] ?? '';
const sessionId = document.querySelector<HTMLElement>('[data-session-id]')?.dataset['sessionId'] ?? '';

function count(): void {
  if (!code || document.visibilityState !== 'visible') return;
  document.removeEventListener('visibilitychange', count);
  const marks = Object.fromEntries(
    ['sub1', 'sub2', 'sub3', 'sub4', 'sub5', 'creative', 'click_id'].flatMap((name) => {
      const mark = query.get(name);
      return mark ? [[name, mark.slice(0, 100)]] : [];
    }),
  );
  const visit = { code, page: location.pathname, ...marks };
  void countVisit(countLink, visit);
  askForConsent(() => void allowAttribution({ countLink, sessionId }, visit));
}

/** Asks whether the visit may be remembered in this browser; without consent it isn't. */
function askForConsent(allow: () => void): void {
  if (!question) return;
  question.hidden = false;
  for (const button of question.querySelectorAll('button')) {
    button.addEventListener('click', () => {
      question.hidden = true;
      if (button.value === 'allow') allow();
    });
  }
}

document.addEventListener('visibilitychange', count);
count();
