import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { classNames } from '#ui/class-names.ts';
import { Select } from '#ui/select.tsx';
import styles from './copier.module.css';
import { FollowerFields } from './follower-fields.tsx';
import { type FollowerFormValues, newFollower, readGroup, toFormValues } from './form-values.ts';
import { Preview } from './preview.tsx';
import { $copierBusy, type Copier, saveGroup } from './stores/copier.ts';
import { type NameOf, useTexts } from './texts.ts';

type SetupCardProps = { readonly copier: Copier; readonly maxFollowers: number; readonly nameOf: NameOf };

/** Chooses the leader and the followers with their sizes. Running followers stay as they are. */
export function SetupCard({ copier, maxFollowers, nameOf }: SetupCardProps) {
  const { strings, t, locale } = useTexts();
  const busy = useStore($copierBusy);
  const [values, setValues] = useState(() => toFormValues(copier));
  const running = new Set(
    copier.accounts.filter(({ follower }) => follower && follower.phase !== 'disarmed').map(({ id }) => id),
  );
  const chosen = copier.accounts.filter(({ id }) => id !== values.leaderId && values.followers[id] !== undefined);
  const leader = copier.accounts.find(({ id }) => id === values.leaderId);
  const group = readGroup(values, copier, locale);
  const limitOf = ({ ownMaxContracts, maxContracts: count }: (typeof chosen)[number]) =>
    t(count === ownMaxContracts ? 'own_limit_of' : 'limit_of', { count });
  const setFollower = (id: string, follower: FollowerFormValues | null) => {
    const { [id]: _, ...rest } = values.followers;
    setValues({ ...values, followers: follower === null ? rest : { ...rest, [id]: follower } });
  };
  return (
    <Card as="section" title={strings.setup_title}>
      <form
        className="stack gap-5"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (group !== null) void saveGroup(group);
        }}
      >
        <Select
          label={strings.leader}
          hint={running.size > 0 ? strings.leader_running : strings.leader_hint}
          placeholder={strings.leader_choose}
          value={values.leaderId}
          disabled={running.size > 0}
          onChange={({ target }) => setValues({ ...values, leaderId: target.value })}
          options={copier.accounts.map((account) => ({ value: account.id, label: nameOf(account) }))}
        />
        <p>{t('followers_of', { count: chosen.length, maximum: maxFollowers })}</p>
        <ul className={classNames('stack gap-5', styles.list, styles.choices)}>
          {copier.accounts
            .filter(({ id }) => id !== values.leaderId)
            .map((account) => {
              const follower = values.followers[account.id];
              const isRunning = running.has(account.id);
              return (
                <li key={account.id} className={`stack gap-2 ${styles.follower}`}>
                  <Checkbox
                    label={nameOf(account)}
                    hint={isRunning ? strings.follower_running : limitOf(account)}
                    checked={follower !== undefined}
                    disabled={isRunning || (follower === undefined && chosen.length >= maxFollowers)}
                    onChange={({ target }) => setFollower(account.id, target.checked ? newFollower : null)}
                  />
                  {follower !== undefined && !isRunning && (
                    <FollowerFields
                      values={follower}
                      name={nameOf(account)}
                      isSaved={account.follower !== null}
                      onChange={(next) => setFollower(account.id, next)}
                    />
                  )}
                </li>
              );
            })}
        </ul>
        {chosen.length > 0 && (
          <Preview leader={leader} accounts={chosen} followers={values.followers} nameOf={nameOf} />
        )}
        {chosen.length > maxFollowers && <Alert kind="warning">{strings.too_many}</Alert>}
        <div>
          <Button
            label={strings.save}
            type="submit"
            variant="outline"
            busy={busy === 'save'}
            disabledReason={group === null ? strings.save_incomplete : undefined}
          />
        </div>
      </form>
    </Card>
  );
}
