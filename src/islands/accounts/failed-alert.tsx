import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import type { AccountStrings } from './types.ts';

type FailedAlertProps = {
  readonly strings: AccountStrings;
  readonly title?: string;
  readonly again: () => Promise<void>;
};

export function FailedAlert({ strings, title = strings.failed_title, again }: FailedAlertProps) {
  return (
    <Alert
      kind="error"
      title={title}
      actions={
        <Button variant="outline" onClick={() => void again()}>
          {strings.failed_action}
        </Button>
      }
    >
      {strings.failed_text}
    </Alert>
  );
}
