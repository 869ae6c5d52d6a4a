import { useEffect, useState } from 'react';

const secondMs = 1_000;

type Countdown = {
  readonly seconds: number;
  restart(): void;
  end(): void;
};

/** Counts whole seconds by the clock, because browsers slow down timers of background pages. */
export function useCountdown(initialSeconds: number): Countdown {
  const [endsAt, setEndsAt] = useState(() => Date.now() + initialSeconds * secondMs);
  const [now, setNow] = useState(Date.now);
  const seconds = Math.max(0, Math.ceil((endsAt - now) / secondMs));
  const isOver = seconds === 0;
  useEffect(() => {
    if (isOver) return;
    const timer = setInterval(() => setNow(Date.now()), secondMs);
    return () => clearInterval(timer);
  }, [isOver]);
  const restart = () => {
    setNow(Date.now());
    setEndsAt(Date.now() + initialSeconds * secondMs);
  };
  return { seconds, restart, end: () => setEndsAt(0) };
}
