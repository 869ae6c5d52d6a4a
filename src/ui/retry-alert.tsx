import type { ReactNode } from 'react';
import { Alert } from './alert.tsx';
import { Button } from './button.tsx';

type RetryAlertProps = {
  readonly title?: string;
  readonly action: string;
  readonly onRetry: () => unknown;
  readonly children?: ReactNode;
};

/** Says that something couldn't be loaded, and loads it again. */
export function RetryAlert({ action, onRetry, ...rest }: RetryAlertProps) {
  const retry = <Button label={action} variant="outline" onClick={() => void onRetry()} />;
  return <Alert kind="error" {...rest} actions={retry} />;
}
