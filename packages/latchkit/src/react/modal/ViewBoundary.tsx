import { Component, type ReactNode } from 'react';

export interface ViewBoundaryProps {
  /** Another view is a new beginning. */
  readonly viewKey: string;
  readonly fallback: ReactNode;
  readonly children: ReactNode;
}

/** Keeps a view that throws from taking the modal, and the way out of it, with it. */
export class ViewBoundary extends Component<ViewBoundaryProps, { failed: string | undefined }> {
  override state: { failed: string | undefined } = { failed: undefined };

  override componentDidCatch(error: unknown): void {
    console.error('[latchkit] A view of the modal failed.', error);
    this.setState({ failed: this.props.viewKey });
  }

  static getDerivedStateFromError(): null {
    return null;
  }

  override render(): ReactNode {
    return this.state.failed === this.props.viewKey ? this.props.fallback : this.props.children;
  }
}
