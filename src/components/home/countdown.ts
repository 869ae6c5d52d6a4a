/** The time left until `endsAt`, both in UTC ms; null once it has passed. */
export function partsUntil(endsAt: number, now: number) {
  const left = Math.floor((endsAt - now) / 1000);
  if (!(left >= 0 && endsAt > now)) return null;
  return {
    days: Math.floor(left / 86_400),
    hours: Math.floor(left / 3600) % 24,
    minutes: Math.floor(left / 60) % 60,
    seconds: left % 60,
  };
}
