// One visit in fifty loads this after the page: header.ts decides which. It measures the visit as web.dev/vitals defines,
// and reports once, when the page is hidden: the page's pattern and up to three figures. Nothing is stored in the
// browser, and nothing tells whose visit it was.

/** Shifts belong together within a second of each other, for at most five. */
const [maxGapMs, maxWindowMs] = [1_000, 5_000];
/** One in fifty interactions may be slower than the one that counts. */
const interactionsPerOutlier = 50;
const minInteractionMs = 40;

/** Reads all entries of a type, also earlier ones. @returns reads those that have just come */
function observe(type, read) {
  if (!PerformanceObserver.supportedEntryTypes.includes(type)) return () => undefined;
  const observer = new PerformanceObserver((list) => list.getEntries().forEach(read));
  observer.observe({ type, buffered: true, durationThreshold: minInteractionMs });
  return () => observer.takeRecords().forEach(read);
}

function reportVitals({ route, reportTo }) {
  let lcpMs;
  let cls;
  let [windowSum, windowFrom, lastShiftAt] = [0, 0, Number.NEGATIVE_INFINITY];
  const interactions = new Map();

  const readPaints = observe('largest-contentful-paint', ({ startTime }) => {
    lcpMs = startTime;
  });
  const readShifts = observe('layout-shift', ({ value, hadRecentInput, startTime }) => {
    if (hadRecentInput) return;
    const isNew = startTime - lastShiftAt >= maxGapMs || startTime - windowFrom >= maxWindowMs;
    if (isNew) [windowSum, windowFrom] = [0, startTime];
    windowSum += value;
    lastShiftAt = startTime;
    cls = Math.max(cls ?? 0, windowSum);
  });
  const readEvents = observe('event', ({ interactionId, duration }) => {
    if (interactionId > 0) interactions.set(interactionId, Math.max(duration, interactions.get(interactionId) ?? 0));
  });

  addEventListener('visibilitychange', function report() {
    if (document.visibilityState !== 'hidden') return;
    removeEventListener('visibilitychange', report);
    for (const readLast of [readPaints, readShifts, readEvents]) readLast();
    const slowest = [...interactions.values()].sort((left, right) => right - left);
    const inpMs = slowest[Math.floor(slowest.length / interactionsPerOutlier)];
    // Browsers without layout shifts report none; others report pages that never shifted as well.
    if (PerformanceObserver.supportedEntryTypes.includes('layout-shift')) cls ??= 0;
    const body = JSON.stringify({ route, lcpMs, inpMs, cls });
    fetch(reportTo, { method: 'POST', body, keepalive: true, credentials: 'omit' }).catch(() => undefined);
  });
}

// In a tab opened in the background, paints are late for other reasons.
if (document.visibilityState === 'visible') reportVitals(document.querySelector('main').dataset);
