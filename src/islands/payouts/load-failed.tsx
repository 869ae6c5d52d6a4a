import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import type { PayoutStrings } from './types.ts';

type LoadFailedProps = { readonly strings: PayoutStrings; readonly retry: () => Promise<void> };

export function LoadFailed({ strings, retry }: LoadFailedProps) {
  return (
    <Alert
      kind="error"
      title={strings.failed}
      actions={<Button onClick={() => void retry()}>{strings.retry}</Button>}
    />
  );
}
