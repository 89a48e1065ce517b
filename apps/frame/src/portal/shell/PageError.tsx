import { Component, type ReactNode } from 'react';
import { Unreachable } from '../parts/Unreachable.js';

/** Shows that a page's script could not be loaded; the navigation keeps working. */
export class PageError extends Component<{ readonly children: ReactNode }, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    return this.state.hasFailed ? <Unreachable onRetry={() => location.reload()} /> : this.props.children;
  }
}
