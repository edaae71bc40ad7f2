// Reads a log with Tessera's client: tessera-reader URL VERIFIER-KEY [OLD-CHECKPOINT].
//
// The program verifies the checkpoint, and proves that every entry is in the log and that the log continues the older
// checkpoint.
package main

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"

	"github.com/transparency-dev/merkle/proof"
	"github.com/transparency-dev/merkle/rfc6962"
	"github.com/transparency-dev/tessera/client"
	"golang.org/x/mod/sumdb/note"
)

func main() {
	if err := run(context.Background(), os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context, words []string) error {
	if len(words) < 2 {
		return errors.New("usage: tessera-reader URL VERIFIER-KEY [OLD-CHECKPOINT]")
	}
	root, err := url.Parse(words[0])
	if err != nil {
		return err
	}
	verifier, err := note.NewVerifier(words[1])
	if err != nil {
		return err
	}
	log, err := client.NewHTTPFetcher(root, nil)
	if err != nil {
		return err
	}
	head, _, _, err := client.FetchCheckpoint(ctx, log.ReadCheckpoint, verifier, verifier.Name())
	if err != nil {
		return err
	}
	builder, err := client.NewProofBuilder(ctx, head.Size, log.ReadTile)
	if err != nil {
		return err
	}
	for at := uint64(0); at < head.Size; at++ {
		entries, err := client.GetEntryBundle(ctx, log.ReadEntryBundle, at/256, head.Size)
		if err != nil {
			return err
		}
		for _, entry := range entries.Entries {
			path, err := builder.InclusionProof(ctx, at)
			if err != nil {
				return err
			}
			hash := rfc6962.DefaultHasher.HashLeaf(entry)
			if err := proof.VerifyInclusion(rfc6962.DefaultHasher, at, head.Size, hash, path, head.Hash); err != nil {
				return fmt.Errorf("entry %d: %w", at, err)
			}
			at++
		}
		at--
	}
	if len(words) > 2 {
		older, err := os.ReadFile(words[2])
		if err != nil {
			return err
		}
		agreed := client.UnilateralConsensus(log.ReadCheckpoint)
		tracker, err := client.NewLogStateTracker(ctx, log.ReadTile, older, verifier, verifier.Name(), agreed)
		if err != nil {
			return err
		}
		if _, _, _, err := tracker.Update(ctx); err != nil {
			return err
		}
	}
	fmt.Println(head.Size)
	return nil
}
