import { createRoot } from 'react-dom/client';

// The floor: what a page with React alone costs.
const root = document.getElementById('root');
if (root) createRoot(root).render(<button type="button">Connect wallet</button>);
