'use client';

import dynamic from 'next/dynamic';

/** A chat needs the store of a browser, so no server renders it. */
export const Chat = dynamic(() => import('./live-chat.tsx').then(({ LiveChat }) => LiveChat), { ssr: false });
