import 'latchkit/style.css';
import { cookies } from 'next/headers';
import type { ReactNode } from 'react';
import { Providers } from './Providers';

export const metadata = { title: 'Latchkit with Next.js', icons: 'data:,' };

/** The server reads what the visitor's browser remembers, so that the first paint is already right. */
export default async function RootLayout({ children }: { children: ReactNode }) {
  const cookie = (await cookies()).toString();
  return (
    <html lang="en">
      <body>
        <Providers cookie={cookie}>{children}</Providers>
      </body>
    </html>
  );
}
