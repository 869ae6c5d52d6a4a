import { Component, type ReactNode } from 'react';
import type calls from '../../../public/locales/en/calls.json';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';

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
      <div className="container section">
        <Notice
          kind="error"
          title={strings.broken_title}
          actions={
            <>
              <Button onClick={() => globalThis.location.reload()}>{strings.broken_retry}</Button>
              <Button variant="outline" href={homePath}>
                {strings.broken_home}
              </Button>
            </>
          }
        >
          {strings.broken_text}
        </Notice>
      </div>
    );
  }
}
