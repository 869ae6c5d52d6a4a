import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { useTexts } from './texts.ts';

type LoadFailedProps = { readonly retry: () => Promise<void> };

export function LoadFailed({ retry }: LoadFailedProps) {
  const { strings } = useTexts();
  return (
    <Alert
      kind="error"
      title={strings.failed}
      actions={<Button onClick={() => void retry()}>{strings.retry}</Button>}
    />
  );
}
