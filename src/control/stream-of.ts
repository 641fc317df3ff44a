/** Texts as the body of an answer: each is made when whoever reads is ready for it, and none when they have gone. */
export const streamOf = (texts: AsyncGenerator<string>): ReadableStream<Uint8Array> => {
  const encoder = new TextEncoder();
  return new ReadableStream(
    {
      pull: async (controller) => {
        const { done, value } = await texts.next();
        if (done === true) controller.close();
        else controller.enqueue(encoder.encode(value));
      },
      cancel: async () => {
        await texts.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
};
