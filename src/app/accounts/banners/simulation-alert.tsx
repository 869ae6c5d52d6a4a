import { useStore } from '@nanostores/react';
import { isTraded } from '#shared/accounts/lifecycle.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { $startingSimulation, startSimulation } from '../stores/accounts.ts';
import { type CardProps, useTexts } from '../texts.ts';

/** Offers to start simulated trading on an account without a platform; nothing trades until then. */
export function SimulationAlert({ account }: CardProps) {
  const { strings } = useTexts();
  const starting = useStore($startingSimulation);
  if (account.simulation !== 'waiting' || !isTraded(account.stage)) return null;
  return (
    <Alert
      role="note"
      title={strings.simulation_title}
      actions={
        <Button
          label={strings.simulation_start}
          variant="outline"
          size="small"
          busy={starting === account.id}
          onClick={() => void startSimulation(account.id)}
        />
      }
    >
      {strings.simulation_text}
    </Alert>
  );
}
