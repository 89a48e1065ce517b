import { createRoot } from 'react-dom/client';

// The floor for React: a page with React alone.
const root = document.getElementById('root');
if (root) createRoot(root).render(<button type="button">Connect wallet</button>);
