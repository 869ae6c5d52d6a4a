import { useState } from 'react';
import { onDemand } from '#app/shell/on-demand.tsx';
import { capitalize } from '#lib/capitalize.ts';
import { chicagoDayName, chicagoMonthText } from '#lib/chicago-time.ts';
import { dayMs } from '#lib/durations.ts';
import { isOver } from '#shared/accounts/lifecycle.ts';
import { tradingDayOf } from '#shared/exchange/trading-day.ts';
import { weekdaysUntil } from '#shared/exchange/week.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Icon } from '#ui/icon.tsx';
import { type CalendarDay, ResultCalendar } from '#ui/result-calendar.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import styles from './accounts.module.css';
import { type HistoryProps, useTexts } from './texts.ts';

const DayFills = onDemand(async () => (await import('./day-fills.tsx')).DayFills);

const weeksShown = 4;
const weekLength = 5;
const weekMs = 7 * dayMs;

function untilOf({ dayClosesAt }: HistoryProps['account'], back: number): number {
  return dayClosesAt - 1 - back * weeksShown * weekMs;
}

/** Ended accounts open at their last trading day, all others at today. */
function pagesToLastDay(account: HistoryProps['account']): number {
  const lastDay = account.history.days.at(-1)?.day;
  if (lastDay === undefined || !isOver(account.stage)) return 0;
  let back = 0;
  while ((weekdaysUntil(untilOf(account, back), weeksShown)[0]?.date ?? lastDay) > lastDay) back += 1;
  return back;
}

export function DaysCard(props: HistoryProps) {
  const { strings, locale } = useTexts();
  const { account } = props;
  const [openDay, setOpenDay] = useState<string | null>(null);
  const [back, setBack] = useState(() => pagesToLastDay(account));
  const until = untilOf(account, back);
  const resultsByDay = new Map(account.history.days.map((result) => [result.day, result]));
  const dates = weekdaysUntil(until, weeksShown);
  const today = tradingDayOf(account.dayClosesAt - 1);
  const hasEarlier = account.history.days.some(({ day }) => day < (dates[0]?.date ?? ''));
  const days = dates.map(({ date, kind }): CalendarDay => {
    const result = resultsByDay.get(date);
    return {
      key: date,
      dayOfMonth: Number(date.slice(-2)),
      resultCents: result && result.fills > 0 ? result.profitCents : null,
      note: kind === 'regular' ? undefined : strings[kind === 'half' ? 'day_half' : 'day_closed'],
      isClosed: kind === 'closed',
      isToday: date === today,
    };
  });
  const weekdays = dates.slice(0, weekLength).map(({ noonAt }) => ({
    short: chicagoDayName(noonAt, locale, 'short'),
    long: chicagoDayName(noonAt, locale, 'long'),
  }));
  const weeks = Array.from({ length: weeksShown }, (_, week) => days.slice(week * weekLength, (week + 1) * weekLength));
  const chosen = openDay === null ? undefined : resultsByDay.get(openDay);
  return (
    <Card
      as="section"
      title={capitalize(chicagoMonthText(until, locale), locale)}
      aside={
        (hasEarlier || back > 0) && (
          <div className={styles.turn}>
            <Button
              variant="quiet"
              size="small"
              aria-label={strings.days_earlier}
              aria-disabled={!hasEarlier}
              onClick={() => hasEarlier && setBack(back + 1)}
            >
              <Icon name="chevron" size={18} className={styles.earlier} />
            </Button>
            <Button
              variant="quiet"
              size="small"
              aria-label={strings.days_later}
              aria-disabled={back === 0}
              onClick={() => setBack(Math.max(0, back - 1))}
            >
              <Icon name="chevron" size={18} className={styles.later} />
            </Button>
          </div>
        )
      }
    >
      <ResultCalendar
        caption={strings.days_caption}
        locale={locale}
        weekdays={weekdays}
        weeks={weeks}
        onSelect={setOpenDay}
      />
      {chosen && (
        <DayFills
          fallback={<Skeleton shape="row" count={3} />}
          {...props}
          result={chosen}
          onClose={() => setOpenDay(null)}
        />
      )}
    </Card>
  );
}
