import { minuteMs } from '#lib/durations.ts';
import { jobNames, jobs } from '#server/firm/jobs.ts';

function matches(field: string, value: number): boolean {
  return field.split(',').some((part) => {
    const [range = '', step = '1'] = part.split('/');
    return range === '*' ? value % Number(step) === 0 : Number(range) === value;
  });
}

/** The scheduled jobs that became due in the time after `from`. */
export function listDueJobs(from: number, until: number) {
  const first = (Math.floor(from / minuteMs) + 1) * minuteMs;
  return jobNames.filter((name) => {
    const schedule = jobs[name].schedule;
    if (!schedule) return false;
    const [minute = '', hour = '', ...days] = schedule.cron.split(' ');
    if (days.some((field) => field !== '*') || (hour !== '*' && schedule.timezone !== 'UTC'))
      throw new Error(`The simulator can't tell when ${name} is due: ${schedule.cron}`);
    for (let at = first; at <= until; at += minuteMs) {
      const date = new Date(at);
      if (matches(minute, date.getUTCMinutes()) && matches(hour, date.getUTCHours())) return true;
    }
    return false;
  });
}
