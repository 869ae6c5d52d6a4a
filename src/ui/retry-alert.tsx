import type { ReactNode } from 'react';
import { Alert } from './alert.tsx';
import { Button } from './button.tsx';

type RetryAlertProps = {
  readonly title?: string;
  /** The button's label. */
  readonly action: string;
  readonly onRetry: () => void | Promise<void>;
  readonly children?: ReactNode;
};

/** Says that something couldn't be loaded, and loads it again. */
export function RetryAlert({ action, onRetry, ...rest }: RetryAlertProps) {
  return <Alert kind="error" {...rest} actions={<Button onClick={() => void onRetry()}>{action}</Button>} />;
}
