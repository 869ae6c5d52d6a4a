import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { LoadAlert } from '#app/shell/on-demand.tsx';
import { formatLocale } from '#lib/format-locale.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Select } from '#ui/select.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { $alerts, $push, type Alerts, changeAlerts, turnPushOff, turnPushOn } from '../stores/alerts.ts';
import { type CardProps, useTexts } from '../texts.ts';
import { AlertTarget } from './alert-target.tsx';
import styles from './alerts.module.css';

const remainingShares = [5_000, 2_500, 1_000] as const;
const nearLimitBps = 8_000;

/** Which warnings the owner gets before the floor, and where. */
export function AlertSettings(props: CardProps) {
  const { account } = props;
  const { status, data } = useStore($alerts);
  const { id } = account;
  useEffect(() => {
    void $alerts.load(id);
  }, [id]);
  if (data?.accountId === id) return <Settings {...props} alerts={data} />;
  return status === 'failed' ? <LoadAlert again={() => $alerts.load(id)} /> : <Skeleton shape="row" count={4} />;
}

function Settings({ account, alerts }: CardProps & { readonly alerts: Alerts }) {
  const { strings, t, locale } = useTexts();
  const percent = (bps: number) =>
    new Intl.NumberFormat(formatLocale(locale), { style: 'percent' }).format(bps / 10_000);
  const hasFloor = account.view.nearestFloorCents !== null || account.dailyLimitCents !== null;
  return (
    <div className="stack">
      {hasFloor && (
        <Select
          label={strings.alerts_room}
          value={String(alerts.roomBps ?? 0)}
          onChange={({ target }) => void changeAlerts({ roomBps: Number(target.value) || null })}
          options={[
            ...remainingShares.map((bps) => ({
              value: String(bps),
              label: t('alerts_room_at', { share: percent(bps) }),
            })),
            { value: '0', label: strings.alerts_never },
          ]}
        />
      )}
      <AlertTarget key={alerts.accountId} alerts={alerts} />
      <Checkbox
        label={t('alerts_contracts', { share: percent(nearLimitBps) })}
        checked={alerts.contractsBps !== null}
        onChange={({ target }) => void changeAlerts({ contractsBps: target.checked ? nearLimitBps : null })}
      />
      <fieldset className={`stack ${styles.channels}`}>
        <legend>{strings.alerts_channels}</legend>
        <Checkbox
          label={strings.alerts_mail}
          checked={alerts.mail}
          onChange={({ target }) => void changeAlerts({ mail: target.checked })}
        />
        <Checkbox
          label={strings.alerts_push}
          checked={alerts.push}
          onChange={({ target }) => void changeAlerts({ push: target.checked })}
        />
        {alerts.push && (
          <>
            <PushSwitch />
            <Checkbox
              label={strings.alerts_amounts}
              hint={strings.alerts_amounts_hint}
              checked={alerts.pushAmounts}
              onChange={({ target }) => void changeAlerts({ pushAmounts: target.checked })}
            />
          </>
        )}
      </fieldset>
    </div>
  );
}

/** Turns alerts on or off in this browser, or says why it can't receive any. */
function PushSwitch() {
  const { strings } = useTexts();
  const push = useStore($push);
  if (push === 'unsupported') return <p className="muted">{strings.push_unsupported}</p>;
  if (push === 'denied') return <p className="muted">{strings.push_denied}</p>;
  return (
    <div className={`stack gap-2 ${styles.push}`}>
      {push === 'on' ? (
        <Button label={strings.push_off} variant="quiet" size="small" onClick={turnPushOff} />
      ) : (
        <Button label={strings.push_on} variant="outline" size="small" busy={push === 'busy'} onClick={turnPushOn} />
      )}
      <p role="status" className="muted">
        {push === 'on' && strings.push_is_on}
        {push === 'refused' && strings.push_refused}
      </p>
    </div>
  );
}
