import { useEffect, useState } from 'react';
import { timeText } from '#app/office/cell.tsx';
import { useTexts } from '#app/office/texts.ts';
import { formatLocale } from '#lib/format-locale.ts';
import { formatWait } from '#lib/format-wait.ts';

const minuteMs = 60_000;

/** How long ago the platform last reported something: seconds within the first minute. */
export function EventAge({ at }: { readonly at: number }) {
  const { locale } = useTexts();
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  const age = Math.max(0, now - at);
  const seconds = Math.floor(age / 1_000).toLocaleString(formatLocale(locale), {
    style: 'unit',
    unit: 'second',
    unitDisplay: 'narrow',
  });
  return (
    <time dateTime={new Date(at).toISOString()} title={timeText(at, true)}>
      {age < minuteMs ? seconds : formatWait(age, locale)}
    </time>
  );
}
