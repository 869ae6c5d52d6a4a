import { useState } from 'react';
import { readDollars } from '#lib/money/read.ts';
import { Button } from '#ui/button.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { type Alerts, changeAlerts } from '../stores/alerts.ts';
import { useTexts } from '../texts.ts';
import styles from './alerts.module.css';

/** The trader's own daily target in whole dollars; empty for none. */
export function AlertTarget({ alerts }: { readonly alerts: Alerts }) {
  const { strings, locale } = useTexts();
  const stored = alerts.dailyTargetCents === null ? '' : String(alerts.dailyTargetCents / 100);
  const [text, setText] = useState(stored);
  const dailyTargetCents = text === '' ? null : readDollars(text, locale, 999_999);
  const isWrong = text !== '' && dailyTargetCents === null;
  return (
    <form
      className={`stack gap-2 ${styles.target}`}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isWrong) void changeAlerts({ dailyTargetCents });
      }}
    >
      <TextInput
        label={strings.alerts_target}
        hint={strings.alerts_target_hint}
        inputMode="numeric"
        value={text}
        error={isWrong ? strings.alerts_target_wrong : undefined}
        onChange={({ target }) => setText(target.value.trim())}
      />
      {text !== stored && <Button label={strings.alerts_save} type="submit" variant="outline" size="small" />}
    </form>
  );
}
