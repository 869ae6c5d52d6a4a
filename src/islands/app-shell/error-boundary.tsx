import { Component, type ReactNode } from 'react';
import type calls from '../../../public/locales/en/calls.json';
import { Button } from '../../ui/button.tsx';
import { ErrorScreen } from '../../ui/error-screen.tsx';

type ErrorBoundaryProps = { readonly strings: typeof calls; readonly homePath: string; readonly children: ReactNode };

/** What breaks while drawing ends here, with a way back. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { readonly broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override render() {
    const { strings, homePath, children } = this.props;
    if (!this.state.broken) return children;
    return (
      <ErrorScreen
        title={strings.broken_title}
        text={strings.broken_text}
        actions={
          <>
            <Button onClick={() => globalThis.location.reload()}>{strings.broken_retry}</Button>
            <Button variant="outline" href={homePath}>
              {strings.broken_home}
            </Button>
          </>
        }
      />
    );
  }
}
