import { formatDay } from '#lib/format-day.ts';
import { formatMoney } from '#lib/money/format.ts';
import { loadClosurePlan } from './stores/closure-plan.ts';

const table = document.querySelector<HTMLElement>('[data-closure-plan]');

/** Fills the sums into the table of the public plan. */
async function showSums(all: HTMLElement): Promise<void> {
  const { path = '', locale = 'en', held = '', asOf = '' } = all.dataset;
  const plan = await loadClosurePlan(path);
  const show = (name: string) => {
    for (const part of all.querySelectorAll<HTMLElement>(`[data-when="${name}"]`)) part.hidden = false;
  };
  if (plan === null) return show('failed');
  if (plan.isClosing) show('closing');
  if (plan.asOf === null) return show('none');
  if (plan.sums === null) return show('few');
  if (plan.isSample) show('sample');
  const money = (cents: number) => formatMoney(cents, locale, { whole: true });
  for (const { kind, amountCents, heldCents } of plan.sums) {
    const [sum, waiting] = all.querySelectorAll(`[data-kind="${kind}"]`);
    if (sum) sum.textContent = money(amountCents);
    if (waiting && heldCents > 0) waiting.textContent = held.replace('{amount}', money(heldCents));
  }
  const date = formatDay(plan.asOf, locale, 'long');
  for (const note of all.querySelectorAll('[data-as-of]')) note.textContent = asOf.replace('{date}', date);
}

if (table) void showSums(table);
