import { useEffect, useState } from 'react';
import { timeText } from '#app/office/cell.tsx';
import { useTexts } from '#app/office/texts.ts';
import { formatAge } from '#lib/format-wait.ts';

export function EventAge({ at }: { readonly at: number }) {
  const { locale } = useTexts();
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return (
    <time dateTime={new Date(at).toISOString()} title={timeText(at, true)}>
      {formatAge(now - at, locale)}
    </time>
  );
}
