import { formatDateTime } from '#lib/format-date-time.ts';
import { bankDeadline } from '#shared/exchange/bank-days.ts';

for (const line of document.querySelectorAll<HTMLElement>('[data-payout-days]')) {
  const { payoutDays, payoutLocale = 'en' } = line.dataset;
  const deadline = bankDeadline(Date.now(), Number(payoutDays));
  const text = formatDateTime(deadline, payoutLocale, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: 'America/Chicago',
  });
  const time = line.querySelector('time');
  if (!time) continue;
  time.dateTime = new Date(deadline).toISOString();
  time.textContent = text;
  line.hidden = false;
}
