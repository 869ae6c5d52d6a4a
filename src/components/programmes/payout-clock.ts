import { reviewDeadline } from '../../domain/payout/review-deadline.ts';
import { formatLocale } from '../../lib/format-locale.ts';

for (const line of document.querySelectorAll<HTMLElement>('[data-payout-days]')) {
  const { payoutDays, payoutLocale = 'en' } = line.dataset;
  const deadline = reviewDeadline(Date.now(), Number(payoutDays));
  const words = new Intl.DateTimeFormat(formatLocale(payoutLocale as 'en'), {
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
  time.textContent = words.format(deadline);
  line.hidden = false;
}
