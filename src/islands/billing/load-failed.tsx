import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { useTexts } from './texts.ts';

type LoadFailedProps = { readonly retry: () => void };

export function LoadFailed({ retry }: LoadFailedProps) {
  const { strings } = useTexts();
  return (
    <div className="container section">
      <Alert
        kind="error"
        title={strings.failed_title}
        actions={<Button onClick={retry}>{strings.failed_action}</Button>}
      >
        {strings.failed_text}
      </Alert>
    </div>
  );
}
