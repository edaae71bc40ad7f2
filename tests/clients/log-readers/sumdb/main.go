// Reads a log with the packages of Go's own checksum database: sumdb-reader URL VERIFIER-KEY [PROOF.json] [OLD-CHECKPOINT].
//
// The program proves every entry by the tiles, the tiles by the signed checkpoint, and that the log continues an older
// checkpoint. It proves the leaves of a bundle by the checkpoint in the bundle.
package main

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

const (
	height = 8
	width  = 1 << height
)

type leaf struct {
	Leaf  string   `json:"leaf"`
	Index int64    `json:"index"`
	Path  []string `json:"path"`
}

type bundle struct {
	Checkpoint string `json:"checkpoint"`
	Model      leaf   `json:"model"`
	Day        leaf   `json:"day"`
}

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(words []string) error {
	if len(words) < 2 {
		return errors.New("usage: sumdb-reader URL VERIFIER-KEY [PROOF.json] [OLD-CHECKPOINT]")
	}
	log, key := tiles{words[0]}, words[1]
	text, err := log.get("checkpoint")
	if err != nil {
		return err
	}
	tree, err := open(text, key)
	if err != nil {
		return fmt.Errorf("checkpoint: %w", err)
	}
	hashes := tlog.TileHashReader(tree, log)
	if err := checkEntries(log, tree, hashes); err != nil {
		return err
	}
	if len(words) > 2 {
		if err := checkBundle(words[2], key); err != nil {
			return fmt.Errorf("bundle: %w", err)
		}
	}
	if len(words) > 3 {
		if err := checkOlder(words[3], key, tree, hashes); err != nil {
			return fmt.Errorf("older checkpoint: %w", err)
		}
	}
	fmt.Println(tree.N, tree.Hash)
	return nil
}

// open verifies the signature of a checkpoint, and returns the size and the root of its tree.
func open(text []byte, key string) (tlog.Tree, error) {
	verifier, err := note.NewVerifier(key)
	if err != nil {
		return tlog.Tree{}, err
	}
	opened, err := note.Open(text, note.VerifierList(verifier))
	if err != nil {
		return tlog.Tree{}, err
	}
	lines := strings.Split(opened.Text, "\n")
	if len(lines) < 4 || lines[0] != verifier.Name() {
		return tlog.Tree{}, fmt.Errorf("not a checkpoint of %s", verifier.Name())
	}
	size, err := strconv.ParseInt(lines[1], 10, 64)
	if err != nil {
		return tlog.Tree{}, err
	}
	root, err := tlog.ParseHash(lines[2])
	return tlog.Tree{N: size, Hash: root}, err
}

// checkEntries fails if an entry is not in the tree.
func checkEntries(log tiles, tree tlog.Tree, hashes tlog.HashReader) error {
	for first := int64(0); first < tree.N; first += width {
		tile := tlog.Tile{H: height, L: 0, N: first / width, W: int(min(width, tree.N-first))}
		data, err := log.get(strings.Replace(path(tile), "tile/0/", "tile/entries/", 1))
		if err != nil {
			return err
		}
		for at := first; len(data) > 0; at++ {
			length := int(binary.BigEndian.Uint16(data))
			proof, err := tlog.ProveRecord(tree.N, at, hashes)
			if err != nil {
				return fmt.Errorf("entry %d: %w", at, err)
			}
			if err := tlog.CheckRecord(proof, tree.N, tree.Hash, at, tlog.RecordHash(data[2:2+length])); err != nil {
				return fmt.Errorf("entry %d: %w", at, err)
			}
			data = data[2+length:]
		}
	}
	return nil
}

// checkBundle fails if the leaf of the model or the day in a bundle is not in the log.
func checkBundle(file, key string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	var one bundle
	if err := json.Unmarshal(text, &one); err != nil {
		return err
	}
	tree, err := open([]byte(one.Checkpoint), key)
	if err != nil {
		return err
	}
	for _, each := range []leaf{one.Model, one.Day} {
		if err := tlog.CheckRecord(hashesOf(each.Path), tree.N, tree.Hash, each.Index, tlog.RecordHash([]byte(each.Leaf))); err != nil {
			return err
		}
	}
	return nil
}

// checkOlder fails if the log does not continue the older checkpoint in the file.
func checkOlder(file, key string, tree tlog.Tree, hashes tlog.HashReader) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	older, err := open(text, key)
	if err != nil {
		return err
	}
	proof, err := tlog.ProveTree(tree.N, older.N, hashes)
	if err != nil {
		return err
	}
	return tlog.CheckTree(proof, tree.N, tree.Hash, older.N, older.Hash)
}

func hashesOf(texts []string) []tlog.Hash {
	all := make([]tlog.Hash, len(texts))
	for at, text := range texts {
		bytes, _ := base64.StdEncoding.DecodeString(text)
		copy(all[at][:], bytes)
	}
	return all
}

// tiles reads the tiles of the log at a URL.
type tiles struct{ url string }

func (log tiles) Height() int                     { return height }
func (log tiles) SaveTiles([]tlog.Tile, [][]byte) {}

func (log tiles) ReadTiles(wanted []tlog.Tile) ([][]byte, error) {
	all := make([][]byte, len(wanted))
	for at, tile := range wanted {
		data, err := log.get(path(tile))
		if err != nil {
			return nil, err
		}
		all[at] = data
	}
	return all, nil
}

// path returns the path of a tile by C2SP tlog-tiles, whose paths do not name the height.
func path(tile tlog.Tile) string {
	return strings.Replace(tile.Path(), fmt.Sprintf("tile/%d/", height), "tile/", 1)
}

func (log tiles) get(path string) ([]byte, error) {
	answer, err := http.Get(log.url + path)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s: %s", path, answer.Status)
	}
	return io.ReadAll(answer.Body)
}
