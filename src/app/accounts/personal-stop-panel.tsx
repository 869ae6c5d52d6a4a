import { useStore } from '@nanostores/react';
import { type FormEvent, useEffect, useState } from 'react';
import { LoadAlert } from '#app/shell/on-demand.tsx';
import { chicagoDayText } from '#lib/chicago-time.ts';
import { formatSigned } from '#lib/money/format.ts';
import { withLabel } from '#lib/with-label.ts';
import {
  findReachedLimit,
  isSameLimits,
  type LockPeriod,
  lockPeriods,
} from '#shared/accounts/personal-stop/personal-stop.ts';
import { newsReleases } from '#shared/exchange/news-releases.ts';
import { getTradingDay, sessionCloseAt } from '#shared/exchange/trading-day.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { DescriptionList } from '#ui/description-list.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Select } from '#ui/select.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { TextInput } from '#ui/text-input.tsx';
import styles from './alerts/alerts.module.css';
import { momentOf } from './both-times.ts';
import {
  $isSavingPersonalStop,
  $personalStop,
  type LimitField,
  limitFields,
  lockMeOut,
  type PersonalStopState,
  readLimits,
  savePersonalStop,
  textsOfLimits,
} from './stores/personal-stop.ts';
import { type CardProps, useTexts } from './texts.ts';

/** The trader's own limits, where the platform enforces them. */
export function PersonalStopPanel({ account }: CardProps) {
  const { strings } = useTexts();
  const { status, data } = useStore($personalStop);
  const { id } = account;
  // The server counts the day's trades, so the key changes, and the limits reload, whenever a trade closes.
  const key = `${account.view.contractsInUse === 0} ${account.view.today?.fills} ${account.personalStopLock?.until}`;
  useEffect(() => {
    void key;
    void $personalStop.load(id);
  }, [id, key]);
  const shown = data?.accountId === id ? data : null;
  if (shown === null && status === 'failed') return <LoadAlert again={() => $personalStop.load(id)} />;
  if (shown === null) return <Skeleton shape="row" count={4} />;
  if (!shown.isAvailable) return <p className="muted">{strings.personal_stop_unavailable}</p>;
  return (
    <div className="stack">
      <LockOut accountId={id} />
      <LimitsForm key={JSON.stringify([id, shown.limits, shown.pending])} personalStop={shown} />
    </div>
  );
}

const moreFields: readonly LimitField[] = ['losing-trades', 'pause', 'give-back', 'contracts', 'from', 'until', 'news'];

/** Locks the account now, after one question. */
function LockOut({ accountId }: { readonly accountId: string }) {
  const { strings } = useTexts();
  const isSaving = useStore($isSavingPersonalStop);
  const [period, setPeriod] = useState<LockPeriod>('session');
  const [isAsking, setAsking] = useState(false);
  const lock = async () => {
    await lockMeOut(accountId, period);
    setAsking(false);
  };
  return (
    <>
      <Select
        label={strings.lock_out_period}
        value={period}
        options={lockPeriods.map((value) => ({ value, label: strings[`lock_out_${value}`] }))}
        onChange={({ target }) => setPeriod(lockPeriods.find((each) => each === target.value) ?? period)}
      />
      <Button label={strings.lock_out} variant="outline" size="small" onClick={() => setAsking(true)} />
      <Dialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={strings.lock_out_title}
        closeLabel={strings.close}
        actions={
          <>
            <Button label={strings.lock_out_confirm} variant="danger" busy={isSaving} onClick={() => void lock()} />
            <Button label={strings.lock_out_keep} variant="outline" onClick={() => setAsking(false)} />
          </>
        }
      >
        <p>
          {strings[`lock_out_${period}`]}. {strings.lock_out_text}
        </p>
      </Dialog>
    </>
  );
}

/** The release that the calendar has next; nothing once its last one is over. */
function NextRelease() {
  const texts = useTexts();
  const next = newsReleases.find(({ at }) => at > Date.now());
  if (next === undefined) return null;
  const { at, name } = next;
  return texts.t('personal_stop_news', { name: name[texts.locale], ...momentOf(at, texts) });
}

function LimitsForm({ personalStop }: { readonly personalStop: PersonalStopState }) {
  const { strings, t, locale } = useTexts();
  const isSaving = useStore($isSavingPersonalStop);
  const { accountId, today, pending, lock } = personalStop;
  const saved = pending?.limits ?? personalStop.limits;
  const [texts, setTexts] = useState(textsOfLimits(saved));
  const [startsOpen] = useState([...moreFields, 'averaging-down' as const].some((name) => texts[name] !== ''));
  const { limits, wrong } = readLimits(texts, locale);
  const isChanged = wrong.length > 0 || !isSameLimits(limits, saved);
  const isAlreadyReached = isChanged && lock === null && findReachedLimit(limits, today) !== null;
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (wrong.length === 0) void savePersonalStop(accountId, limits);
  }
  const errorOf = (field: LimitField) => {
    const maximum = limitFields[field];
    if (!wrong.includes(field)) return undefined;
    return maximum === null ? strings.personal_stop_wrong_hours : t('personal_stop_wrong', { maximum });
  };
  const fields = (names: readonly LimitField[]) =>
    names.map((name) => (
      <TextInput
        key={name}
        label={strings[`limit_${name}`]}
        {...(limitFields[name] === null ? { type: 'time' } : { inputMode: 'numeric' })}
        value={texts[name]}
        error={errorOf(name)}
        onChange={({ target }) => setTexts({ ...texts, [name]: target.value.trim() })}
      />
    ));
  const shown = pending === null ? null : textsOfLimits(pending.limits);
  const now = textsOfLimits(personalStop.limits);
  const later = (Object.keys(now) as LimitField[]).filter((name) => shown !== null && shown[name] !== now[name]);
  const laterText = (name: LimitField) =>
    name === 'averaging-down'
      ? strings.personal_stop_averaging_allowed
      : withLabel(strings[`limit_${name}`], shown?.[name] || strings.personal_stop_none, locale);
  return (
    <form className="stack" noValidate onSubmit={submit}>
      <p className="muted small">{strings.personal_stop_lead}</p>
      <div className={styles.pairs}>{fields(['loss', 'profit', 'trades', 'week-loss'])}</div>
      <details open={startsOpen}>
        <summary>{strings.personal_stop_more}</summary>
        <div className={styles.pairs}>{fields(moreFields)}</div>
        <Checkbox
          label={strings['limit_averaging-down']}
          checked={texts['averaging-down'] !== ''}
          onChange={({ target }) => setTexts({ ...texts, 'averaging-down': target.checked ? '1' : '' })}
        />
        <p className="muted small">
          {strings.personal_stop_here} <NextRelease />
        </p>
      </details>
      <DescriptionList
        items={[
          {
            term: strings.personal_stop_today,
            value: t('personal_stop_today_text', {
              result: formatSigned(today.resultCents, locale),
              count: today.trades ?? 0,
            }),
          },
          ...(pending === null
            ? []
            : [
                {
                  term: t('personal_stop_pending', {
                    day: chicagoDayText(sessionCloseAt(getTradingDay(pending.from)), locale),
                  }),
                  value: later.map(laterText).join('; '),
                },
              ]),
        ]}
      />
      <p role="status">{isAlreadyReached && strings.personal_stop_now}</p>
      {isChanged && (
        <Button label={strings.personal_stop_save} type="submit" variant="outline" size="small" busy={isSaving} />
      )}
    </form>
  );
}
