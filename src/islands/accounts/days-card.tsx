import { useState } from 'react';
import { weekdaysUntil } from '../../domain/calendar/week.ts';
import { chicagoDayName, chicagoMonthText } from '../../lib/chicago-time.ts';
import { Card } from '../../ui/card.tsx';
import { type CalendarDay, ResultCalendar } from '../../ui/result-calendar.tsx';
import { DayFills } from './day-fills.tsx';
import type { CardProps } from './types.ts';

const weeksShown = 4;
const weekLength = 5;

export function DaysCard(props: CardProps) {
  const { account, strings, locale } = props;
  const [openDay, setOpenDay] = useState<string | null>(null);
  const now = account.dayClosesAt - 1;
  const tallies = new Map(account.days.map((tally) => [tally.day, tally]));
  const dates = weekdaysUntil(now, weeksShown);
  const days = dates.map(({ date, kind }): CalendarDay => {
    const tally = tallies.get(date);
    return {
      key: date,
      dayOfMonth: Number(date.slice(-2)),
      resultCents: tally && tally.fills > 0 ? tally.profitCents : null,
      note: kind === 'regular' ? undefined : strings[kind === 'half' ? 'day_half' : 'day_closed'],
      isClosed: kind === 'closed',
      isToday: date === account.view.today?.day,
    };
  });
  const weekdays = dates.slice(0, weekLength).map(({ noonAt }) => ({
    short: chicagoDayName(noonAt, locale, 'short'),
    long: chicagoDayName(noonAt, locale, 'long'),
  }));
  const weeks = Array.from({ length: weeksShown }, (_, week) => days.slice(week * weekLength, (week + 1) * weekLength));
  const chosen = openDay === null ? undefined : tallies.get(openDay);
  return (
    <Card as="section" title={chicagoMonthText(now, locale)}>
      <ResultCalendar
        caption={strings.days_caption}
        locale={locale}
        weekdays={weekdays}
        weeks={weeks}
        onSelect={setOpenDay}
      />
      {chosen && <DayFills {...props} tally={chosen} onClose={() => setOpenDay(null)} />}
    </Card>
  );
}
