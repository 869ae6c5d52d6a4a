import { formatMoney } from '#lib/money/format.ts';
import { shareCents } from '#shared/affiliates/share.ts';

const calculator = document.querySelector<HTMLElement>('[data-calculator]');
const { lang } = document.documentElement;

function countOf(name: string): number {
  const input = calculator?.querySelector<HTMLInputElement>(`[name="${name}"]`);
  return input?.checkValidity() ? input.valueAsNumber : 0;
}

function show(): void {
  const option = calculator?.querySelector('select')?.selectedOptions[0];
  const output = calculator?.querySelector('output');
  const made = calculator?.querySelector('[data-made]');
  const monthsField = calculator?.querySelector<HTMLElement>('[data-months]');
  if (!calculator || !option || !output || !made || !monthsField) return;
  const isMonthly = option.dataset['billing'] === 'monthly';
  const priceCents = Number(option.dataset['priceCents']);
  const months = isMonthly ? countOf('months') : 1;
  const people = countOf('people');
  monthsField.hidden = !isMonthly;
  output.value = formatMoney(shareCents(priceCents, Number(calculator.dataset['shareBps'])) * people * months, lang);
  const values: Record<string, string> = {
    people: String(people),
    months: String(months),
    price: formatMoney(priceCents, lang, { whole: true }),
    share: calculator.dataset['share'] ?? '',
  };
  const template = calculator.dataset[isMonthly ? 'monthly' : 'once'] ?? '';
  made.textContent = template.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
}

if (calculator) {
  show();
  calculator.addEventListener('input', show);
}
